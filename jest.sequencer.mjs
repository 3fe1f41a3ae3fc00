// The order in which files begin: a long one that begins last keeps one worker busy while the others have nothing to do.
import { statSync } from 'node:fs'

/** Those of more than twenty seconds, the longest first. */
const longest = [
  'deploy/embedded/src/run.test.ts',
  'tests/src/published-pages-browser.test.ts',
  'tests/src/authorization.test.ts',
  'services/identity/tests/tokens/keys.test.ts',
  'services/content/tests/parsing.test.ts',
  'tests/src/optional-fields.test.ts',
  'tests/src/bad-input.test.ts',
  'services/identity/tests/tokens/tokens.test.ts',
]

// A name that leads nowhere would change the order unnoticed.
for (const one of longest) statSync(new URL(one, import.meta.url))

const placeOf = (path) => {
  const place = longest.findIndex((one) => path.endsWith(`/${one}`))
  return place < 0 ? longest.length : place
}

/** The longest first, then the largest. */
export default class {
  sort(tests) {
    const known = tests.map((test) => ({ test, place: placeOf(test.path), size: statSync(test.path).size }))
    return known.sort((one, other) => one.place - other.place || other.size - one.size).map(({ test }) => test)
  }

  allFailedTests() {
    return []
  }

  shard(tests) {
    return tests
  }

  cacheResults() {}
}
