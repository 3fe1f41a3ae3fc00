import type { WritingWords } from './en.ts'

export const de: WritingWords = {
  newPage: 'Neue Seite',
  firstPageHint: 'Schreiben Sie die erste Seite dieses Bereichs.',
  pageTitle: 'Titel der Seite',
  pageText: 'Text der Seite, in Markdown',
  mention: 'Erwähnung',
  writeHere: 'In Markdown schreiben: / für Blöcke, [[ für Seiten, Überschriften (#) und Dateien, @ für Personen',
  leaveText: 'Escape, dann Tab, verlässt den Text.',
  alsoEditing: (names: string, count: number) =>
    count === 1 ? `${names} bearbeitet diese Seite auch` : `${names} bearbeiten diese Seite auch`,
  preview: 'Vorschau',
  reviewChanges: 'Unterschiede ansehen',
  formatting: 'Formatierung',
  heading: 'Überschrift',
  bold: 'Fett',
  italic: 'Kursiv',
  codeWord: 'Code',
  link: 'Link',
  list: 'Liste',
  quote: 'Zitat',
  insertFile: 'Bild oder Datei einfügen',

  // Files of a space
  uploadFiles: 'Dateien hochladen',
  addFile: (name) => `${name} hinzufügen`,
  actionsForFile: (name) => `Aktionen für ${name}`,
  usesOfFile: 'Wo sie verwendet wird',
  usesOf: (name) => `Verwendung von ${name}`,
  fileIsUsedBy: (count) => (count === 1 ? '1 Seite verwendet sie:' : `${count} Seiten verwenden sie:`),
  fileUsesNotLoaded: 'Die Seiten, die sie verwenden, ließen sich nicht laden.',
  replaceFileBy: 'Ersetzen …',
  proposeDeletion: 'Löschen …',
  proposeDeletionNow: 'Löschung vorschlagen',
  replaceFile: (name) => `${name} ersetzen`,
  deleteFile: (name) => `${name} löschen`,
  deleteFileHint: 'Dafür entsteht eine Änderung. Die Datei wird gelöscht, wenn diese übernommen wird.',
  fileUsedBy: (count) =>
    count === 1
      ? '1 Seite verwendet sie, und ihr wird sie fehlen:'
      : `${count} Seiten verwenden sie, und ihnen wird sie fehlen:`,
  fileUnused: 'Keine Seite des Bereichs verwendet sie.',
  fileUsesUnknown: 'Die Seiten, die sie verwenden, ließen sich nicht laden. Ihnen wird sie fehlen.',
  otherKindOfFile: (name, kind) => `${name} kann sie nicht ersetzen. Wählen Sie eine Datei derselben Art: ${kind}.`,
  fileFamilies: { image: 'ein Bild', audio: 'ein Ton', video: 'ein Video' },
  fileTooLarge: (name: string) =>
    `${name} ist größer als 25 MB. Verkleinern Sie die Datei, oder verlinken Sie ihre Adresse.`,

  // Saving, and what others save
  saveStates: {
    saved: 'Gespeichert',
    typing: 'Wird gespeichert …',
    saving: 'Wird gespeichert …',
    failed: 'Noch nicht gespeichert',
    refused: 'Nicht gespeichert',
  },
  saveFailed: 'Die Seite ließ sich nicht speichern. Sie bleibt auf diesem Gerät, und das Speichern wird wiederholt.',
  saveRefused: (reason) =>
    `Die Seite lässt sich so nicht speichern: ${reason} Sie bleibt auf diesem Gerät, bis Sie sie ändern.`,
  mergedTexts: {
    clean: 'Jemand anders hat diese Seite auch geändert. Beide Änderungen stehen im Text.',
    both: 'Jemand anders hat dieselben Zeilen geändert. Beide Fassungen stehen im Text, Ihre zuerst: Behalten Sie, was stimmt.',
  },
  titleTaken: (title: string) => `Der Titel wurde in „${title}“ geändert.`,
  titleReplaced: (title: string) =>
    `Der Titel war inzwischen in „${title}“ geändert worden. Ihrer steht jetzt an seiner Stelle.`,
  settingsMovedOn:
    'Prüfen Sie die Felder: Jemand anders hat diese Seite inzwischen geändert. Speichern Sie dann noch einmal.',
  settingsOfOthers: (fields: string) =>
    `Das wurde inzwischen geändert: ${fields}. Beim Speichern tritt Ihre Eingabe an seine Stelle.`,
  restoredText: 'Dieser Text war nicht gespeichert, als Sie gingen. Er wurde von diesem Gerät wiederhergestellt.',
  uploading: (names) => `${names} wird hochgeladen …`,
  cancelUpload: 'Hochladen abbrechen',
  insertFailed: (names) => `${names} konnte nicht eingefügt werden.`,
  openConflict:
    'Dieser Text enthält beide Seiten eines Konflikts. Der Konflikt bleibt offen, bis die Zeilen mit <<<<<<<, ======= und >>>>>>> weg sind.',
  archivedNote: 'Diese Änderung ist archiviert. Öffnen Sie sie wieder, um sie fortzusetzen.',
  unsavedText: 'Nicht gespeicherter Text',
  unsavedReasons: {
    merged:
      'Die Änderung wurde übernommen, bevor Ihr zuletzt getippter Text gespeichert war. Er ist nur auf diesem Gerät.',
    archived:
      'Die Änderung wurde archiviert, bevor Ihr zuletzt getippter Text gespeichert war. Er ist nur auf diesem Gerät.',
    deleted: 'Die Seite wurde gelöscht, bevor Ihr zuletzt getippter Text gespeichert war. Er ist nur auf diesem Gerät.',
    forbidden:
      'Sie dürfen diese Seite nicht mehr bearbeiten, und Ihr zuletzt getippter Text ist nicht gespeichert. Er ist nur auf diesem Gerät.',
  },
  intoNewChange: 'In eine neue Änderung übernehmen',
  intoNewPage: 'In eine neue Seite übernehmen',
  discardText: 'Text verwerfen',
  missingPages: {
    notYet: {
      title: 'Diese Änderung hat diese Seite noch nicht',
      hint: 'Die Seite ging live, nachdem die Änderung zuletzt aktualisiert wurde. Aktualisieren Sie sie, um die Seite hier zu bearbeiten.',
    },
    deleted: {
      title: 'Diese Seite wurde gelöscht',
      hint: 'Sie wurde in dieser Änderung gelöscht.',
    },
    deletedLive: {
      title: 'Diese Seite wurde gelöscht',
      hint: 'Sie wurde aus dem Bereich gelöscht. Ihre letzte Fassung lässt sich hier wiederherstellen.',
    },
    unknown: {
      title: 'Diese Änderung hat diese Seite nicht',
      hint: 'Sie wurde gelöscht, oder die Adresse stimmt nicht.',
    },
  },
  toFirstPage: 'Zur ersten Seite',

  // The tree of pages, and the settings of a page
  pageActions: (title) => `Aktionen für ${title}`,
  newPageBelow: 'Neue Seite darunter',
  addToTree: 'Neue Gruppe oder neuer Link',
  newEntries: {
    group: { title: 'Neue Gruppe', hint: 'Ein Titel im Baum, unter dem Seiten stehen.', below: 'Neue Gruppe darunter' },
    link: { title: 'Neuer Link', hint: 'Ein Eintrag im Baum, der anderswohin führt.', below: 'Neuer Link darunter' },
  },
  pageSettings: 'Einstellungen der Seite',
  deletePage: 'Seite löschen',
  pageDeleted: (title, below) =>
    below === 0 ? `„${title}“ ist gelöscht.` : `„${title}“ ist gelöscht, mit allem darunter.`,
  linkTitleHint: 'Ein kürzerer Titel für die Navigation.',
  slugHint: 'Der letzte Teil der Adresse der Seite; leer wird er aus dem Titel gebildet.',
  sign: 'Emoji oder Symbol',
  pageConditionHint:
    'Ein Ausdruck über das, was von einem Besucher einer Site bekannt ist. Ohne ihn wird die Seite allen gezeigt.',
  targetKind: 'Führt zu',
  targetKinds: { url: 'Einer Adresse', page: 'Einer Seite', other: 'Etwas anderem' },
  cover: {
    label: 'Titelbild',
    present: 'Die Seite hat ein Titelbild.',
    absent: 'Die Seite hat kein Titelbild.',
    remove: 'Titelbild entfernen',
  },
  darkCover: {
    label: 'Titelbild für dunkle Ansicht',
    present: 'Für die dunkle Ansicht gibt es ein anderes Titelbild.',
    absent: 'In der dunklen Ansicht ist das Titelbild dasselbe.',
    remove: 'Titelbild für dunkle Ansicht entfernen',
  },
  shownOnSites: 'Auf Websites',
  hiddenOnSites: 'Seite in der Navigation ausblenden',
  leftOutOfSearch: 'Die Seite aus Suche und Antworten heraushalten',
  leftOutByRobots: 'Suchmaschinen bitten, die Seite auszulassen',

  // Completions
  blocks: {
    'heading-1': 'Überschrift 1',
    'heading-2': 'Überschrift 2',
    'heading-3': 'Überschrift 3',
    'list-unordered': 'Liste',
    'list-ordered': 'Nummerierte Liste',
    'list-tasks': 'Aufgabenliste',
    hint: 'Hinweis',
    blockquote: 'Zitat',
    divider: 'Trennlinie',
    images: 'Bild',
    file: 'Datei',
    embed: 'Eingebettete Adresse',
    'content-ref': 'Link auf eine Seite',
    button: 'Schaltfläche',
    table: 'Tabelle',
    cards: 'Karten',
    columns: 'Spalten',
    tabs: 'Reiter',
    stepper: 'Schritte',
    expandable: 'Aufklappbar',
    code: 'Code',
    diagram: 'Diagramm',
    math: 'Formel',
    prompt: 'Prompt für einen Assistenten',
    updates: 'Neuigkeiten',
    if: 'Bedingung',
    'reusable-content': 'Wiederverwendbarer Inhalt',
    'openapi-operation': 'OpenAPI-Operation',
    'openapi-webhook': 'OpenAPI-Webhook',
    'openapi-schemas': 'OpenAPI-Schemas',
    swagger: 'OpenAPI-Operation aus einer Datei',
  },
  otherSpaces: 'Seiten anderer Bereiche',
  chooseUpload: 'Von diesem Gerät hochladen …',
}
