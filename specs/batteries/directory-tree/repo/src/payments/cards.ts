export const cards = ["visa"];
