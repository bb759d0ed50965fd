import { addCodePlayground, removeCodePlayground } from '../../../api/endpoints/playgrounds.ts'
import { route } from '../../kernel/http/route.ts'
import { addPlayground } from './add-playground.ts'
import { removePlayground } from './remove-playground.ts'

export const playgroundRoutes = {
  addCodePlayground: route(addCodePlayground, async (call) => {
    const { name, pygments_language: language, url_template: urlTemplate } = call.params
    const wanted = { name: name.trim(), language: language.trim(), urlTemplate: urlTemplate.trim() }
    return { id: await call.transact((tx) => addPlayground(tx, wanted)) }
  }),

  removeCodePlayground: route(removeCodePlayground, async (call) => {
    await call.transact((tx) => removePlayground(tx, call.params.playground_id))
    return {}
  }),
}
