/** How long the key of a send is kept. A repetition within this time is recognised. */
export const SENT_KEY_SECONDS = 86_400
