import { compileLinkifier } from '../../../markdown/linkifiers/compile-linkifier.ts'
import type { Linkifier } from '../../../markdown/linkifiers/linkifier.ts'

/** The patterns of the organization in which the cases are written. */
export const linkifiersOfCases: readonly Linkifier[] = [
  {
    id: 1,
    pattern: '(?P<project>[a-z]+)/(?P<part>[a-z]+)#(?P<id>[0-9]+)',
    urlTemplate: 'https://git.example.com/{project}/{part}/issues/{id}',
  },
  { id: 2, pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://trac.example.com/ticket/{id}' },
  { id: 3, pattern: '(?P<key>PROJ-[0-9]+)', urlTemplate: 'https://tracker.example.com/browse/{key}' },
  { id: 4, pattern: 'topic:(?P<name>[^ ]+)', urlTemplate: 'https://search.example.com/{?name}' },
  { id: 5, pattern: 'bad-(?P<id>[0-9]+)', urlTemplate: 'javascript:alert({id})' },
].map(compileLinkifier)
