/** Visible ASCII after one slash. Browsers take two slashes, or a slash and a backslash, for the start of a host. */
const LOCAL = /^\/(?![/\\])[\x21-\x7e]{0,1000}$/

/** A path of this server to go on to. Anything else leads to the start page. */
export const localPath = (text: string): string => (LOCAL.test(text) ? text : '/')
