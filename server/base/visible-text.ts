/** What only shapes its neighbours, holds a place for a letter, or is left white: seen by nobody, taken by itself. */
const UNSEEN = /[\s\p{Default_Ignorable_Code_Point}\u2800]/gu
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu

export const showsNothing = (text: string): boolean => text.replace(UNSEEN, '') === ''

/** What an eye compares: a joiner or a filler more or less looks the same. */
export const withoutIgnorable = (text: string): string => text.replace(IGNORABLE, '')
