import type { CaseGroup } from './case.ts'

export const times: CaseGroup = {
  title: 'Times',
  about: 'A moment, which every reader sees in their own zone.',
  cases: [
    {
      name: 'time: a minute',
      source: '<time:2017-06-05T22:30>',
      html: '<p><time datetime="2017-06-05T22:30:00Z">2017-06-05T22:30</time></p>',
      shown: true,
    },
    {
      name: 'time: a second',
      source: '<time:2017-06-05T22:30:15>',
      html: '<p><time datetime="2017-06-05T22:30:15Z">2017-06-05T22:30:15</time></p>',
    },
    {
      name: 'time: in UTC',
      source: '<time:2017-06-05T22:30:00Z>',
      html: '<p><time datetime="2017-06-05T22:30:00Z">2017-06-05T22:30:00Z</time></p>',
    },
    {
      name: 'time: in a zone',
      source: '<time:2017-06-05T22:30:00+02:00>',
      html: '<p><time datetime="2017-06-05T20:30:00Z">2017-06-05T22:30:00+02:00</time></p>',
      shown: true,
    },
    {
      name: 'time: in a zone west',
      source: '<time:2017-06-05T22:30-0530>',
      html: '<p><time datetime="2017-06-06T04:00:00Z">2017-06-05T22:30-0530</time></p>',
    },
    {
      name: 'time: in a zone of whole hours',
      source: '<time:2017-06-05T22:30+02>',
      html: '<p><time datetime="2017-06-05T20:30:00Z">2017-06-05T22:30+02</time></p>',
    },
    {
      name: 'time: over midnight',
      source: '<time:2017-01-01T00:30+01:00>',
      html: '<p><time datetime="2016-12-31T23:30:00Z">2017-01-01T00:30+01:00</time></p>',
    },
    {
      name: 'time: a day',
      source: '<time:2017-06-05>',
      html: '<p><time datetime="2017-06-05T00:00:00Z">2017-06-05</time></p>',
      shown: true,
    },
    {
      name: 'time: parts of a second',
      source: '<time:2017-06-05T22:30:00.123Z>',
      html: '<p><time datetime="2017-06-05T22:30:00Z">2017-06-05T22:30:00.123Z</time></p>',
    },
    {
      name: 'time: a leap day',
      source: '<time:2016-02-29> <time:2017-02-29>',
      html: '<p><time datetime="2016-02-29T00:00:00Z">2016-02-29</time> &lt;time:2017-02-29&gt;</p>',
    },
    {
      name: 'time: no such day',
      source: '<time:2017-13-01> <time:2017-06-31>',
      html: '<p>&lt;time:2017-13-01&gt; &lt;time:2017-06-31&gt;</p>',
    },
    {
      name: 'time: no such hour',
      source: '<time:2017-06-05T24:00> <time:2017-06-05T10:60>',
      html: '<p>&lt;time:2017-06-05T24:00&gt; &lt;time:2017-06-05T10:60&gt;</p>',
    },
    {
      name: 'time: words',
      source: '<time:tomorrow>',
      html: '<p>&lt;time:tomorrow&gt;</p>',
      shown: true,
    },
    {
      name: 'time: a number',
      source: '<time:1496701800>',
      html: '<p>&lt;time:1496701800&gt;</p>',
    },
    {
      name: 'time: nothing',
      source: '<time:> <time>',
      html: '<p>&lt;time:&gt; &lt;time&gt;</p>',
    },
    {
      name: 'time: not closed',
      source: '<time:2017-06-05',
      html: '<p>&lt;time:2017-06-05</p>',
    },
    {
      name: 'time: HTML inside',
      source: '<time:<b>>',
      html: '<p>&lt;time:&lt;b&gt;&gt;</p>',
    },
    {
      name: 'time: before the first year and after the last',
      source: '<time:0000-01-01T00:00+01:00> <time:9999-12-31T23:59-01:00>',
      html: '<p>&lt;time:0000-01-01T00:00+01:00&gt; &lt;time:9999-12-31T23:59-01:00&gt;</p>',
    },
    {
      name: 'time: the first year and the last',
      source: '<time:0001-01-01> <time:9999-12-31T23:59:59> <time:0000-12-31> <time:0001-01-01T00:00+00:01>',
      html: '<p><time datetime="0001-01-01T00:00:00Z">0001-01-01</time> <time datetime="9999-12-31T23:59:59Z">9999-12-31T23:59:59</time> &lt;time:0000-12-31&gt; &lt;time:0001-01-01T00:00+00:01&gt;</p>',
    },
    {
      name: 'time: nothing inside what is none counts',
      source: '<time:**hello**> <time:`a` :smile: https://example.com/> <time:@**Iago** 😄>',
      html: '<p>&lt;time:**hello**&gt; &lt;time:`a` :smile: https://example.com/&gt; &lt;time:@**Iago** 😄&gt;</p>',
    },
    {
      name: 'time: what is none, in emphasis',
      source: '**a <time:**b**> c** *d <time:*e*> f* ~~<time:~~>~~',
      html: '<p><strong>a &lt;time:**b**&gt; c</strong> <em>d &lt;time:*e*&gt; f</em> <del>&lt;time:~~&gt;</del></p>',
    },
    {
      name: 'time: what is none ends with its line',
      source: '<time:*a*\nb> <time:*c*',
      html: '<p>&lt;time:<em>a</em><br>\nb&gt; &lt;time:<em>c</em></p>',
    },
    {
      name: 'time: what is none, begun in code',
      source: '`<time:` <time:2017-06-05> *a*',
      html: '<p><code>&lt;time:</code> <time datetime="2017-06-05T00:00:00Z">2017-06-05</time> <em>a</em></p>',
    },
    {
      name: 'time: with text around',
      source: 'at <time:2017-06-05T22:30>, *then*',
      html: '<p>at <time datetime="2017-06-05T22:30:00Z">2017-06-05T22:30</time>, <em>then</em></p>',
    },
    {
      name: 'time: in emphasis',
      source: '**<time:2017-06-05>**',
      html: '<p><strong><time datetime="2017-06-05T00:00:00Z">2017-06-05</time></strong></p>',
    },
    {
      name: 'time: in code',
      source: '`<time:2017-06-05>`',
      html: '<p><code>&lt;time:2017-06-05&gt;</code></p>',
    },
    {
      name: 'time: blanks inside',
      source: '<time: 2017-06-05> <time:2017-06-05 22:30>',
      html: '<p>&lt;time: 2017-06-05&gt; &lt;time:2017-06-05 22:30&gt;</p>',
    },
  ],
}
