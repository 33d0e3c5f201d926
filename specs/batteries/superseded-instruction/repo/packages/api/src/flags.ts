export const FLAGS = {
  mapClusters: true,
  sensorV2: false,
} as const;

export type FlagName = keyof typeof FLAGS;
