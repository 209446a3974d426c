//! An application that has only a test.
