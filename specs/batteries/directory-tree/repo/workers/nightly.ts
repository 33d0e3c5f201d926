export const at = "02:00";
