/** For how long the key of a send is kept, and a repetition recognised. */
export const SENT_KEY_SECONDS = 86_400
