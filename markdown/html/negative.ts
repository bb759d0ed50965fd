/** What must not compile. `tsc` fails when one of these lines becomes right. Nothing imports this file. */
import { tag } from './tag.ts'

// @ts-expect-error there is no such tag
tag('script')
// @ts-expect-error the tag has no such attribute
tag('a', { onclick: 'x' })
