package tide
