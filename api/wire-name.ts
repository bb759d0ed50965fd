/**
 * The vendor word inside wire identifiers (`service_feature_level`, `service_extra_emoji` …).
 *
 * Existing clients of this API family expect another word there. The contract is written with `service`; the process
 * may set `globalThis.parleyWireName` before it loads the contract (the command line does so from PARLEY_WIRE_NAME).
 * Nothing but this file knows that the word can differ: types always say `service`.
 */
declare global {
  var parleyWireName: string | undefined
}

const word = globalThis.parleyWireName ?? 'service'

const identifiers = new Map<string, string>()

/** The identifier as it goes over the wire. */
export const wire = <const Name extends string>(name: Name): Name => {
  const onWire = name.replaceAll('service', word)
  identifiers.set(name, onWire)
  return onWire as Name
}

/** The same for a name that may be any other one: those without the word stay as they are. */
export const wireNameOf = (name: string): string => identifiers.get(name) ?? name
