const LARGEST = 2 ** 31 - 1

/** Whether an id can be one of a column of type int; the database refuses larger numbers with an error. */
export const isInt4 = (id: number): boolean => id > 0 && id <= LARGEST
