import type { AskWords } from './ask-words.ts'

export const askEn: AskWords = {
  ask: 'Ask a question',
  askTitle: (doctor) => `Ask ${doctor} a question`,
  description: 'Ask a doctor a question without an account. The answer is published without your name.',
  intro: 'In an emergency call 112. The doctor answers in general terms; an answer does not replace an appointment.',
  content: 'Your question',
  contentHelp:
    'Once it is answered and has been read by us, question and answer are published here without your name. Leave out names, phone numbers and whatever else shows who you are.',
  contentWrong: 'Write your question, at most 2,000 characters.',
  contactHelp: 'The code goes here, and one message when the answer is published. Then it is deleted.',
  haveAccount: 'I have an account: sign in and ask',
  agree: 'By sending you agree to:',
  send: 'Send the question',
  doneTitle: 'Your question is waiting for review',
  doneText:
    'The doctor has it now. Once the answer has been read and published, you get one message with a link to it.',
  yours: 'You asked',
  back: (doctor) => `Back to ${doctor}`,
  notHereTitle: 'This question cannot be opened here',
  notHereText: 'It was begun in another browser, or it has expired. Published answers are on the doctor’s page.',
  problem: 'That did not work. Nothing has been sent. Try again in a moment.',
  none: 'No answers have been published yet.',
  answerTo: 'A question and its answer',
  answered: (date) => `Answered on ${date}`,
  wasHelpful: 'Did this answer help?',
  like: (n) => `Yes (${n})`,
  dislike: (n) => `No (${n})`,
  votedLike: 'Counted: it helped.',
  votedDislike: 'Counted: it did not help.',
  takeBack: 'Take it back',
  tooManyVotes: 'There have been many votes on this answer from your network today. Please try again tomorrow.',
}
