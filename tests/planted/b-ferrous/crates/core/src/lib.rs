pub fn smelt() {}
