export const accent = "#7a1f2b";
