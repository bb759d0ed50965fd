/** Characters that are invisible on their own: joiners, fillers and white space. */
const UNSEEN = /[\s\p{Default_Ignorable_Code_Point}\u2800]/gu
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu

export const showsNothing = (text: string): boolean => text.replace(UNSEEN, '') === ''

/** The text that readers compare. A joiner or a filler makes no visible difference. */
export const withoutIgnorable = (text: string): string => text.replace(IGNORABLE, '')
