/** Clients with a screen on which the sender has just seen the message. Bots and scripts do not read what they send. */
const READING_CLIENTS = /^(website|parley|.*(mobile|desktop|electron|terminal|flutter).*|ios|android|snipe)$/i

export const readsOwnMessages = (client: string): boolean => READING_CLIENTS.test(client)
