import { type Person, startTestServer, type TestServer, type TestServerOptions } from './harness.ts'
import { made, opened } from './opened.ts'
import { administrator, guest, moderator } from './people.ts'

/** Names of variables: "ann" is called Ann. People join in the order in which they are listed. */
interface People<Name extends string> {
  readonly members?: readonly Name[]
  /** Members who do not join the channel. */
  readonly outsiders?: readonly Name[]
  readonly moderators?: readonly Name[]
  readonly administrators?: readonly Name[]
  readonly guests?: readonly Name[]
  /** A channel for the members. The first of them creates it. */
  readonly channel?: string
}

type Role = Exclude<keyof People<string>, 'channel'>
type Join = (server: TestServer, fullName: string, channel?: string) => Promise<Person>

const JOIN: Readonly<Record<Role, Join>> = {
  members: (server, fullName, channel) => server.person(fullName, channel),
  outsiders: (server, fullName) => server.person(fullName),
  moderators: moderator,
  administrators: administrator,
  guests: guest,
}

/** A server for the tests of a file or of a `describe`, and people who use it. */
export function useServer<const Name extends string = never>(
  setup: TestServerOptions & People<Name> = {},
): { readonly server: TestServer } & Readonly<Record<Name, Person>> {
  const server = opened(() => startTestServer(setup))
  return { server, ...usePeople(server, setup) }
}

/** People for a server that needs more to start than options. */
export function usePeople<const Name extends string>(
  server: TestServer,
  { channel, ...roles }: People<Name>,
): Readonly<Record<Name, Person>> {
  const people = Object.entries(roles)
    .filter((entry): entry is [Role, Name[]] => entry[0] in JOIN)
    .flatMap(([role, names]) => names.map((name) => [name, JOIN[role]] as const))
    .map(([name, join]) => {
      const fullName = name.charAt(0).toUpperCase() + name.slice(1)
      return [name, made(() => join(server, fullName, channel))] as const
    })
  return Object.fromEntries(people) as Record<Name, Person>
}
