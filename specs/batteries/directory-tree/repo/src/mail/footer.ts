export const footer = "Lanternfish";
