/**
 * What names, topics and addresses are compared by. Through the capitals, because some letters have several small ones:
 * ΑΣ ends in ς when it is made small, and ασ is the same word.
 */
export const foldCase = (text: string): string => text.toUpperCase().toLowerCase()
