/**
 * The vendor word inside wire identifiers (`service_feature_level`, `service_extra_emoji` …).
 *
 * Existing clients of this API family expect another word there. The contract uses `service`. The process may set
 * `globalThis.parleyWireName` before it loads the contract (the command line sets it from PARLEY_WIRE_NAME). Only this
 * file knows that the word can differ: types always use `service`.
 */
declare global {
  var parleyWireName: string | undefined
}

const word = globalThis.parleyWireName ?? 'service'

/** True if the identifiers have the word of a vendor, for the clients of that vendor. */
export const hasVendorsWord = word !== 'service'

/** The operation of an event of a changed custom emoji, which clients of a vendor know by another name. */
export const EMOJI_EDITED = (hasVendorsWord ? 'update_one' : 'edit') as 'edit'

const identifiers = new Map<string, string>()

/** The identifier as it goes over the wire. */
export const wire = <const Name extends string>(name: Name): Name => {
  const onWire = name.replaceAll('service', word)
  identifiers.set(name, onWire)
  return onWire as Name
}

/** The same for a name that may be any other one: those without the word stay as they are. */
export const wireNameOf = (name: string): string => identifiers.get(name) ?? name
