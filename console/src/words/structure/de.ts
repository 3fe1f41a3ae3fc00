import type { StructureWords } from './en.ts'

export const de: StructureWords = {
  structure: 'Aufbau',
  structureLead:
    'Besucher sehen Abschnitte als Reiter und Gruppen als Menüs von Abschnitten. Mehrere Bereiche eines Abschnitts sind Varianten, etwa Versionen oder Sprachen. Ziehen Sie Einträge, oder drücken Sie Alt mit einer Pfeiltaste.',
  structureReader: 'Was auf der Website ist, in der Reihenfolge, in der Besucher es sehen.',
  nothingOnSite: 'Auf der Website ist noch nichts',
  nothingOnSiteHint: 'Fügen Sie einen Bereich hinzu: Seine Seiten sind das, was Besucher lesen.',
  nothingForReader: 'Nichts auf der Website ist für Sie offen.',
  kinds: { 'site-space': 'Bereich', 'site-section': 'Abschnitt', 'site-section-group': 'Gruppe' },
  first: 'Zuerst gezeigt',
  conditional: 'Für manche Besucher',
  actionsFor: (title) => `Aktionen für ${title}`,
  editEntry: 'Bearbeiten …',
  makeFirst: 'Zuerst zeigen',
  takeOff: 'Von der Website nehmen …',
  takeOffTitle: (title) => `„${title}“ von der Website nehmen?`,
  takeOffHint:
    'Besucher finden die Seiten sofort nicht mehr. Eigenes Aussehen wird gelöscht, und Weiterleitungen dorthin führen ins Leere; beides kommt nicht zurück, wenn der Eintrag wieder hinzugefügt wird. Der Bereich selbst bleibt, wie er ist.',
  dissolve: 'Gruppe auflösen',
  addSpace: 'Bereich hinzufügen',
  addSection: 'Abschnitt hinzufügen',
  addGroup: 'Gruppe hinzufügen',
  addVariant: 'Variante hinzufügen …',
  add: 'Hinzufügen',
  additions: {
    space: {
      title: (section) => (section === '' ? 'Bereich hinzufügen' : `Variante zu ${section} hinzufügen`),
      hint: 'Seine Seiten sind sofort auf der Website, für alle, die sie lesen dürfen.',
    },
    section: {
      title: () => 'Abschnitt hinzufügen',
      hint: 'Ein Abschnitt zeigt einen Bereich unter einem eigenen Reiter. Mit dem ersten entstehen zwei: Was da ist, wird der andere.',
    },
    group: {
      title: () => 'Gruppe hinzufügen',
      hint: 'Eine Gruppe ist ein Menü von Abschnitten. Verschieben Sie Abschnitte in sie.',
    },
  },
  sectionTitleHint: 'Ohne Titel hat er den des Bereichs.',
  allSpacesTaken: 'Alle Bereiche, die Sie sehen, sind schon auf der Website. Legen Sie erst einen weiteren an.',
  editTitle: (title) => `${title} bearbeiten`,
  path: 'Pfad',
  pathHint: 'Sein Teil der Adresse. Frühere Pfade leiten auf den neuen weiter.',
  icon: 'Symbol',
  condition: 'Gezeigt, wenn',
  conditionHint: 'Ein Ausdruck über das, was von einem Besucher bekannt ist. Ohne ihn wird er allen gezeigt.',
}
