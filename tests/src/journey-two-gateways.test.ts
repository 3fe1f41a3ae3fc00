import { journeyThrough } from './journey.fixture.ts'

// A file of its own, so that both run side by side.
journeyThrough(2)
