// The parts of the engine that a web page uses. The test measures the size of this bundle.
export { render } from '../../markdown/render.ts'
export { loadTypesetters } from './load-typesetters.ts'
