/** Exit codes of every command. */
export const exitCodes = {
  success: 0,
  nonconformant: 1,
  usage: 2,
  noVerdict: 3,
  interrupted: 130,
  terminated: 143,
} as const;
