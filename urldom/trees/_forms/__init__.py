"""Forms and their submission (HTML Standard 4.10), on any tree."""
