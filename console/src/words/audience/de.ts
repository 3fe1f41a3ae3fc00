import type { AudienceWords } from './en.ts'

export const de: AudienceWords = {
  audienceTitle: 'Publikum',
  audienceLead:
    'Wer die Website lesen darf, sobald sie veröffentlicht ist. Mitglieder der Organisation sehen sie immer in der Vorschau.',
  atOnce: 'Die Website ist veröffentlicht: Die Änderung gilt sofort für alle, die sie lesen.',

  // Share links
  shareLinks: 'Geteilte Links',
  linksWhenPublished: 'Die Links haben Adressen, sobald die Website veröffentlicht ist.',
  noShareLinks: 'Es gibt noch keine Links, also kann niemand die Website lesen. Legen Sie den ersten an.',
  linkName: 'Name des Links',
  linkNameHint: 'Für Sie selbst, etwa wem Sie ihn geben.',
  createLink: 'Link anlegen',
  unnamedLink: 'Ohne Namen',
  addressOf: (name) => `Adresse von ${name}`,
  inactive: 'Aus',
  since: 'Angelegt',
  deactivate: 'Ausschalten',
  activate: 'Einschalten',
  revoke: 'Widerrufen',
  revokeLinkQuestion: (name) => `„${name}“ widerrufen?`,
  revokeLinkHint:
    'Wer den Link hat, kann die Website damit nicht mehr lesen, und dieselbe Adresse lässt sich nicht wieder herstellen. Für eine Weile lässt er sich ausschalten.',

  // Visitors who sign in
  visitorSignIn: 'Wie Besucher sich anmelden',
  visitorSignInHint:
    'Ihr System signiert mit dem Schlüssel der Website ein Token (HS256) und führt den Besucher damit auf die Website. Das Token braucht ein Ende, höchstens 30 Tage voraus; seine anderen Angaben sind das, was Bedingungen sehen.',
  onlyAdministrators: 'Die Administration der Organisation sieht den Schlüssel und richtet die Anmeldung ein.',
  exampleHint: 'Angaben zum Besucher, die das Schema der angepassten Inhalte erwartet',
  signingKey: 'Schlüssel der Website',
  showKey: 'Schlüssel zeigen',
  newKey: 'Neuen Schlüssel erzeugen',
  newKeyQuestion: 'Neuen Schlüssel erzeugen?',
  newKeyHint:
    'Mit dem alten Schlüssel signierte Token enden sofort, und mit ihnen die Besuche, die sie geöffnet haben.',
  fallback: 'Anmeldeseite',
  fallbackHint: 'Besucher ohne Token werden dorthin geleitet, mit der gewünschten Seite in „location“.',

  // Adaptive content
  adaptiveTitle: 'Angepasste Inhalte',
  adaptiveLead:
    'Welche Angaben die Website von ihren Besuchern erwartet, als JSON-Schema. Nach ihnen entscheiden Bedingungen von Seiten, Texten, Abschnitten und Bereichen.',
  noSchemaHint: 'Es gibt noch kein Schema: Beginnen Sie mit diesem, und speichern Sie es.',
  schema: 'JSON-Schema',
  schemaFaulty: (problem) => `Das ist kein JSON: ${problem}`,
  schemaProblem: (path, problem) => `${path}: ${problem}`,
  claimsOn: 'Bedingungen verwenden die Angaben von Besuchern',
  claimsOffHint: 'Solange das aus ist, gelten alle als Besucher, von denen nichts bekannt ist.',
  templates: 'Bedingungen zum Kopieren',
  discard: 'Änderungen verwerfen',
}
