"""Run a script that runs a suite of `unittest`, and write its results as JUnit XML:
`run_unittest.py XML SCRIPT`.

feedparser's tests are made by such a script from its test files, so pytest does not find them.
"""

import runpy
import sys
import unittest
from xml.etree import ElementTree


class Result(unittest.TextTestResult):
    """A result that is written as an element `<testsuite>`."""

    suite = ElementTree.Element("testsuite")

    def startTest(self, test):
        super().startTest(test)
        self.case = ElementTree.SubElement(
            self.suite, "testcase", classname=type(test).__name__, name=name_of(test)
        )

    def addError(self, test, error):
        super().addError(test, error)
        ElementTree.SubElement(self.case, "error")

    def addFailure(self, test, error):
        super().addFailure(test, error)
        ElementTree.SubElement(self.case, "failure")

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        ElementTree.SubElement(self.case, "skipped")


def name_of(test):
    """Return the file of a test if it has one. The numbers in the names of the methods depend on
    the file system."""
    method = test.id().rpartition(".")[2]
    names = [
        value for value in getattr(test, method).__defaults__ or () if str(value).endswith(".xml")
    ]
    return names[0] if names else method


if __name__ == "__main__":
    xml, script = sys.argv[1:]
    unittest.TextTestRunner.resultclass = Result
    try:
        runpy.run_path(script, run_name="__main__")
    finally:
        ElementTree.ElementTree(Result.suite).write(xml)
