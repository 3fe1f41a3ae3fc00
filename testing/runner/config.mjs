import { resolve } from 'node:path'

/** One project for every package; suites that kill processes or the broker run alone (scripts/test.ts). */
export default {
  rootDir: resolve(import.meta.dirname, '../..'),
  runner: 'jest-light-runner/child-process',
  setupFiles: ['<rootDir>/testing/runner/imports.mjs'],
  globalSetup: '<rootDir>/testing/runner/setup.mjs',
  globalTeardown: '<rootDir>/testing/runner/teardown.mjs',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {},
  testMatch: ['<rootDir>/{libs,services,console,deploy,testing,tests,bench,scripts}/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/.data', '<rootDir>/.runtime'],
}
