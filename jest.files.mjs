// Tests run in plain Node: it strips the types itself, and finds here what they import from jest.
import { registerHooks } from 'node:module'

const globals = new URL('./jest.globals.mjs', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: globals, shortCircuit: true } : next(specifier, context),
})
