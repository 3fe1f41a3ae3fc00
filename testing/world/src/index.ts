export { countedSubject, processedSubject } from '@quire/content'
export { migratedDatabase } from './migrated-database.ts'
export { makeReadOnly, type ReadOnlyDatabase } from './read-only-database.ts'
export { createWorld, type Person, type World } from './world.ts'
