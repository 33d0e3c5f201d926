// Not read since the letters became text files.
export const subject = "Your ticket";
