import type { FormPage } from '../http/pages/form-pages.ts'
import { joinPages } from './join.ts'

/** Pages with forms, for people who have no client yet. */
export const formPages: readonly FormPage[] = [...joinPages]
