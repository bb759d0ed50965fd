// What a web page takes of the engine; the bundle that is weighed.
export { render } from '../../markdown/render.ts'
export { loadTypesetters } from './load-typesetters.ts'
