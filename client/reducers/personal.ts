import type { EventOf } from '../../api/events/index.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { reducer } from './reducer.ts'

type Drafts = NonNullable<RegisterState['drafts']>

/** The draft that was edited last comes first. */
const newestFirst = (a: Drafts[number], b: Drafts[number]): number =>
  (b.timestamp ?? 0) - (a.timestamp ?? 0) || (b.id ?? 0) - (a.id ?? 0)

function changeDrafts(drafts: Drafts, event: EventOf<'drafts'>): Drafts {
  switch (event.op) {
    case 'add':
      return [...drafts, ...event.drafts].sort(newestFirst)
    case 'update':
      return drafts.map((one) => (one.id === event.draft.id ? event.draft : one)).sort(newestFirst)
    case 'remove':
      return drafts.filter(({ id }) => id !== event.draft_id)
  }
}

const applyDraftsEvent = (state: RegisterState, event: EventOf<'drafts'>): RegisterState =>
  state.drafts ? { ...state, drafts: changeDrafts(state.drafts, event) } : state

type Snippets = NonNullable<RegisterState['saved_snippets']>

function changeSnippets(snippets: Snippets, event: EventOf<'saved_snippets'>): Snippets {
  switch (event.op) {
    case 'add':
      return [...snippets, event.saved_snippet]
    case 'update':
      return snippets.map((one) => (one.id === event.saved_snippet.id ? event.saved_snippet : one))
    case 'remove':
      return snippets.filter(({ id }) => id !== event.saved_snippet_id)
  }
}

const applySnippetsEvent = (state: RegisterState, event: EventOf<'saved_snippets'>): RegisterState =>
  state.saved_snippets ? { ...state, saved_snippets: changeSnippets(state.saved_snippets, event) } : state

type Views = NonNullable<RegisterState['navigation_views']>
type ViewChange = Extract<EventOf<'navigation_view'>, { op: 'update' }>['data']

const changeView = (view: Views[number], { name, is_pinned }: ViewChange): Views[number] => ({
  ...view,
  ...(name === undefined ? {} : { name }),
  ...(is_pinned === undefined ? {} : { is_pinned }),
})

function changeViews(views: Views, event: EventOf<'navigation_view'>): Views {
  switch (event.op) {
    case 'add':
      return [...views, event.navigation_view]
    case 'update':
      return views.map((one) => (one.fragment === event.fragment ? changeView(one, event.data) : one))
    case 'remove':
      return views.filter(({ fragment }) => fragment !== event.fragment)
  }
}

const applyViewsEvent = (state: RegisterState, event: EventOf<'navigation_view'>): RegisterState =>
  state.navigation_views ? { ...state, navigation_views: changeViews(state.navigation_views, event) } : state

export const drafts = reducer('drafts', applyDraftsEvent)

export const snippets = reducer('saved_snippets', applySnippetsEvent)

export const views = reducer('navigation_view', applyViewsEvent)
