import type { Prose } from '../shape.ts';

export default {
  title: 'Privacy',
  intro: 'Measuring sends no result. Publishing sends what you see in the preview, and only after a click.',
  sections: [
    {
      id: 'measuring',
      heading: 'While you measure',
      paragraphs: [
        'The test files are made in this site’s own storage in your browser and deleted after the run. Results stay in this browser. Just before a run the page asks the server for a ticket. The request holds the version of the test and its seed, nothing else. Without an answer the run goes on.',
        'After a run the page reads what others measured on the same operating system. That request names the system (for storage of apps the browser too) and nothing of your result.',
        'There is no tracking, no advertising, no analytics, and no request to any other site.',
      ],
    },
    {
      id: 'publishing',
      heading: 'When you publish',
      paragraphs: [
        'The form shows exactly what will be sent as the result. While you type the device, the page asks the server for known names that begin like it. If the result is to join a group, the group’s ID and the deletion key are sent after it, to add it. The result contains:',
      ],
      points: [
        'what was measured: counts, times and histograms;',
        'the name and major version of browser and operating system; no user agent;',
        'in Chromium, how busy the processors were just before the run, in one of four steps;',
        'what you typed: device, drive, interface, filesystem, note. It becomes public, so type nothing private;',
        'if you agree, a random ID of this machine, so that its results count as one. The server keeps only a hash of it.',
      ],
    },
    {
      id: 'service',
      heading: 'What the server keeps',
      paragraphs: [
        'The published result, publicly, until it is deleted. It does not keep your IP address. For the daily limit it computes a keyed hash of the network part of the address and deletes it within 48 hours. The key changes daily. With the result it keeps a 16-bit tag of that network part, computed with a secret key: results of one network count once. About 256 networks share each tag, so it does not identify one.',
        'Every night all published results are copied into a data set that anyone may download under CC BY 4.0. So that every rank can be recomputed, it says which results have the same tag, and which of those came from the same machine. A deleted result leaves the data set at once. Copies that others have downloaded before remain with them.',
        'A group: its name, which results are in it, and a hash of its key, until it is deleted or has not changed for 24 months. Nothing public says in which groups a result is.',
      ],
    },
    {
      id: 'browser',
      heading: 'What your browser keeps',
      paragraphs: [
        'All of it stays until you delete this site’s data, or until the browser does. Safari does so after 7 days of use without a visit to this site; other browsers may when the drive is nearly full, unless they have agreed to keep it. The page asks for that once a run, or the key of a result or a group, is kept.',
        'The history page says what holds in your browser. It deletes runs one by one or all together, and saves runs and keys as a file that it can load again, here or in another browser. Anyone who has the file can delete your results and groups.',
      ],
      points: [
        'finished runs, and results that could not be sent yet;',
        'what a run has measured so far when its page is reloaded or left: until the run page is back or the run ends, otherwise until the tab is closed;',
        'deletion keys of the results you published. Without its key only a moderator can delete a result;',
        'keys and names of the groups you made, and as long as the tab is open the names of those you looked at;',
        'the random ID of this machine, if you agreed to it;',
        'what you declared when you published last, and what you picked to be compared;',
        'how long the steps of your runs took, to estimate the next one, and how the last forgetting ended;',
        'two cookies of this site, for language and theme, if you change them;',
        'the site itself, so that it works offline.',
      ],
    },
    {
      id: 'deleting',
      heading: 'Deleting',
      paragraphs: [
        'You delete a result on its own page, in the browser that published it or with its deletion key. It then disappears from every leaderboard and group, and its address says that it was deleted.',
        'You delete a group on its page, in the browser that made it. Nothing of it remains; the results in it stay.',
      ],
    },
  ],
} satisfies Prose;
