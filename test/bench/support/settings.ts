/** How much every case measures. */
export interface Settings {
  readonly engineRounds: number;
  readonly singleRounds: number;
  readonly singleSeconds: number;
  readonly singleConnections: number;
  /** Uploads before the first round. V8 compiles for the first thirty or so, and a service that runs for weeks does not. */
  readonly bulkWarmUps: number;
  readonly bulkRounds: number;
  readonly bulkRows: number;
  readonly jobRounds: number;
  readonly jobStudents: number;
  /** Rounds before the first one that counts, for the same reason. */
  readonly latencyWarmUps: number;
  readonly latencyRounds: number;
  readonly latencyRequests: number;
  readonly memoryRounds: number;
  readonly memoryRows: number;
  readonly scaleWarmUps: number;
  readonly scaleRounds: number;
  readonly scaleWorkers: readonly number[];
}

/** What the claims are judged by; all of it takes about ten minutes on a quiet machine. */
export const FULL: Settings = {
  engineRounds: 15,
  singleRounds: 5,
  singleSeconds: 4,
  singleConnections: 10,
  bulkWarmUps: 40,
  bulkRounds: 9,
  bulkRows: 200_000,
  jobRounds: 5,
  jobStudents: 10_000,
  latencyWarmUps: 2,
  latencyRounds: 5,
  latencyRequests: 1000,
  memoryRounds: 3,
  memoryRows: 1_000_000,
  scaleWarmUps: 8,
  scaleRounds: 5,
  scaleWorkers: [1, 2, 4],
};

/** A first look; too short to judge by. The sizes that the claims name stay as they are. */
export const QUICK: Settings = {
  ...FULL,
  engineRounds: 5,
  singleRounds: 2,
  singleSeconds: 2,
  bulkWarmUps: 2,
  bulkRounds: 2,
  jobRounds: 1,
  jobStudents: 4000,
  latencyWarmUps: 1,
  latencyRounds: 2,
  latencyRequests: 600,
  memoryRounds: 1,
  scaleWarmUps: 2,
  scaleRounds: 1,
};
