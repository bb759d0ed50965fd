/** People and clients wrote some of it: nothing in it may control the terminal, or break a line or a column. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
