import type { AskWords } from './ask-words.ts'

export const askDe: AskWords = {
  ask: 'Frage stellen',
  askTitle: (doctor) => `Frage an ${doctor}`,
  description: 'Ohne Konto eine ärztliche Auskunft erhalten. Die Antwort wird ohne Ihren Namen veröffentlicht.',
  intro: 'Im Notfall wählen Sie die 112. Die Antwort ist allgemein gehalten und ersetzt keinen Termin.',
  content: 'Ihre Frage',
  contentHelp:
    'Ist die Frage beantwortet und die Antwort geprüft, wird beides hier ohne Ihren Namen veröffentlicht. Schreiben Sie keine Namen, keine Telefonnummern und nichts, woran man Sie erkennt.',
  contentWrong: 'Schreiben Sie Ihre Frage, höchstens 2.000 Zeichen.',
  contactHelp:
    'Hierhin kommen der Code und eine einzige Nachricht, sobald die Antwort erscheint. Danach wird die Angabe gelöscht.',
  haveAccount: 'Ich habe ein Konto: anmelden und fragen',
  agree: 'Mit dem Absenden stimmen Sie zu:',
  send: 'Frage absenden',
  doneTitle: 'Ihre Frage wartet auf Prüfung',
  doneText:
    'Sie ist in der Praxis angekommen. Sobald die Antwort geprüft und veröffentlicht ist, erhalten Sie eine Nachricht mit dem Link.',
  yours: 'Ihre Frage',
  back: (doctor) => `Zurück zu ${doctor}`,
  notHereTitle: 'Diese Frage lässt sich hier nicht öffnen',
  notHereText:
    'Sie wurde in einem anderen Browser begonnen oder ist abgelaufen. Veröffentlichte Antworten stehen auf der Seite der Ärztin oder des Arztes.',
  problem: 'Das hat nicht geklappt. Es wurde nichts abgeschickt. Versuchen Sie es gleich noch einmal.',
  none: 'Noch ist keine Antwort veröffentlicht.',
  answerTo: 'Frage und Antwort',
  answered: (date) => `Beantwortet am ${date}`,
  wasHelpful: 'War diese Antwort hilfreich?',
  like: (n) => `Ja (${n})`,
  dislike: (n) => `Nein (${n})`,
  votedLike: 'Gezählt: hilfreich.',
  votedDislike: 'Gezählt: nicht hilfreich.',
  takeBack: 'Zurücknehmen',
  tooManyVotes: 'Aus Ihrem Netz kamen heute schon viele Stimmen zu dieser Antwort. Versuchen Sie es morgen wieder.',
}
