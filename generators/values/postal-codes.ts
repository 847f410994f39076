/** ZIP codes of each state by its two letters: those of the capital, and of other cities where a state has several. */
const zipCodes: Readonly<Record<string, readonly [string, ...string[]]>> = {
  AK: ['99801'],
  AL: ['36104'],
  AR: ['72201'],
  AZ: ['85003'],
  CA: ['95814', '90012', '94103', '92101'],
  CO: ['80202'],
  CT: ['06103'],
  DC: ['20001'],
  DE: ['19901'],
  FL: ['32301', '33130'],
  GA: ['30303'],
  HI: ['96813'],
  IA: ['50309'],
  ID: ['83702'],
  IL: ['62701', '60602'],
  IN: ['46204'],
  KS: ['66603'],
  KY: ['40601'],
  LA: ['70802'],
  MA: ['02108'],
  MD: ['21401'],
  ME: ['04330'],
  MI: ['48933'],
  MN: ['55101'],
  MO: ['65101'],
  MS: ['39201'],
  MT: ['59601'],
  NC: ['27601'],
  ND: ['58501'],
  NE: ['68508'],
  NH: ['03301'],
  NJ: ['08608'],
  NM: ['87501'],
  NV: ['89701'],
  NY: ['12207', '10007', '14202'],
  OH: ['43215'],
  OK: ['73102'],
  OR: ['97301'],
  PA: ['17101', '19107'],
  RI: ['02903'],
  SC: ['29201'],
  SD: ['57501'],
  TN: ['37219'],
  TX: ['78701', '75201', '77002'],
  UT: ['84111'],
  VA: ['23219'],
  VT: ['05602'],
  WA: ['98501', '98104'],
  WI: ['53703'],
  WV: ['25301'],
  WY: ['82001'],
};

const elsewhere = ['95814'] as const;

/** ZIP codes of a state; of what is not known as one, a code all the same. */
export function zipCodesOf(state: string): readonly [string, ...string[]] {
  return zipCodes[state.toUpperCase()] ?? elsewhere;
}

/** The postal code, if it is one of the state's, else one that is; the four digits after the dash stay. */
export function zipCodeIn(state: string, code: string): string {
  const known = zipCodesOf(state);
  return known.includes(code.slice(0, 5)) ? code : known[0] + code.slice(5);
}
