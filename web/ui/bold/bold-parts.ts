/** What stands for `<` in words of people. No text of theirs can contain it. */
const HELD = '\u0000'

/** Words of people inside a text of the interface: what looks like a sign for bold is not one. */
export const literal = (text: string): string => text.replaceAll('<', HELD)

/** A text of the interface in which `<b>` and `</b>` stand around what is bold. Every second part is bold. */
export const boldParts = (text: string): string[] => text.split(/<\/?b>/).map((part) => part.replaceAll(HELD, '<'))
