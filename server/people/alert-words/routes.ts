import {
  addAlertWords as addAlertWordsEndpoint,
  getAlertWords,
  removeAlertWords as removeAlertWordsEndpoint,
} from '../../../api/endpoints/alert-words.ts'
import { route } from '../../kernel/http/route.ts'
import { wordsOf } from './access.ts'
import { addAlertWords, removeAlertWords } from './set-alert-words.ts'

const present = (words: readonly string[]) => ({ alert_words: [...words] })

export const alertWordRoutes = {
  getAlertWords: route(getAlertWords, ({ actor }) => present(wordsOf(actor))),

  addAlertWords: route(addAlertWordsEndpoint, async (call) =>
    present(await call.transact((tx) => addAlertWords(tx, call.params.alert_words))),
  ),

  removeAlertWords: route(removeAlertWordsEndpoint, async (call) =>
    present(await call.transact((tx) => removeAlertWords(tx, call.params.alert_words))),
  ),
}
