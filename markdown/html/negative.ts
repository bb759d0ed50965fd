/** Code that must not compile. `tsc` fails if one of these lines becomes valid. Nothing imports this file. */
import { tag } from './tag.ts'

// @ts-expect-error the tag is not allowed
tag('script')
// @ts-expect-error the attribute is not allowed for this tag
tag('a', { onclick: 'x' })
