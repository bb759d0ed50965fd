/** Times from here on are no times of messages. */
const MAX_TIME_SECONDS = 2 ** 40

/** A time of the source in whole seconds. What is no time becomes another one. */
export const timeOr = (value: number | undefined, otherwise: number): number =>
  value !== undefined && value > 0 && value < MAX_TIME_SECONDS ? Math.floor(value) : otherwise

export const isTime = (value: number): boolean => value > 0 && value < MAX_TIME_SECONDS

/** The database takes no NUL and no halves of characters. */
export const cleanText = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** Rows as JSON for the database. */
export const jsonText = (rows: unknown): string =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'string' ? cleanText(value) : value))
