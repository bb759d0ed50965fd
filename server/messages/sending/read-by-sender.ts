import { wire } from '../../../api/wire-name.ts'

const NAMED = `(parley|${wire('service')})[ -]?(android|ios|mobile|desktop|electron|terminal|flutter)`

/**
 * Clients with a screen, on which the sender has just seen the message. Bots and scripts do not read what they send.
 */
const READING_CLIENTS = new RegExp(`^(website|parley|ios|android|snipe|${NAMED})$|desktop app`, 'i')

export const readsOwnMessages = (client: string): boolean => READING_CLIENTS.test(client)
