/**
 * The form in which names, topics and addresses are compared. It goes through upper case, because some letters have
 * several lower-case forms: ΑΣ becomes ας in lower case, and ασ is the same word.
 */
export const foldCase = (text: string): string => text.toUpperCase().toLowerCase()
