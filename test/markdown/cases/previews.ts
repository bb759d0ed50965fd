import type { CaseGroup } from './case.ts'
import { withBadPage, withBarePage, withoutPreviews, withoutProxy, withPage, withVideo } from './previews-world.ts'

export const previews: CaseGroup = {
  title: 'Previews',
  about: 'What links lead to is shown below the block that holds them.',
  cases: [
    {
      name: 'preview: an uploaded picture',
      source: '[cat.png](/user_uploads/2/ab/cat.png)',
      html: '<p><a href="/user_uploads/2/ab/cat.png">cat.png</a></p>\n<div class="message_inline_image"><a href="/user_uploads/2/ab/cat.png" title="cat.png"><img data-original-content-type="image/png" data-original-dimensions="800x600" src="/user_uploads/thumbnail/2/ab/cat.png/840x560.webp"></a></div>',
      says: { hasImage: true, attachments: ['2/ab/cat.png'] },
      shown: true,
    },
    {
      name: 'preview: an uploaded picture, with text',
      source: 'look at [the cat](/user_uploads/2/ab/cat.png) please',
      html: '<p>look at <a href="/user_uploads/2/ab/cat.png">the cat</a> please</p>\n<div class="message_inline_image"><a href="/user_uploads/2/ab/cat.png" title="the cat"><img data-original-content-type="image/png" data-original-dimensions="800x600" src="/user_uploads/thumbnail/2/ab/cat.png/840x560.webp"></a></div>',
    },
    {
      name: 'preview: an uploaded picture by its full address',
      source: 'https://chat.example.com/user_uploads/2/ab/cat.png',
      html: '<div class="message_inline_image"><a href="https://chat.example.com/user_uploads/2/ab/cat.png"><img data-original-content-type="image/png" data-original-dimensions="800x600" src="/user_uploads/thumbnail/2/ab/cat.png/840x560.webp"></a></div>',
      says: { attachments: ['2/ab/cat.png'] },
    },
    {
      name: 'preview: a picture that is still made smaller',
      source: '[new.png](/user_uploads/2/ab/new.png)',
      html: '<p><a href="/user_uploads/2/ab/new.png">new.png</a></p>\n<div class="message_inline_image"><a href="/user_uploads/2/ab/new.png" title="new.png"><img class="image-loading-placeholder" data-original-content-type="image/png" data-original-dimensions="800x600" src="/static/images/loading/loader-black.svg"></a></div>',
    },
    {
      name: 'preview: a picture that moves',
      source: '[dance.gif](/user_uploads/2/ab/dance.gif)',
      html: '<p><a href="/user_uploads/2/ab/dance.gif">dance.gif</a></p>\n<div class="message_inline_image"><a href="/user_uploads/2/ab/dance.gif" title="dance.gif"><img data-animated="true" data-original-content-type="image/gif" data-original-dimensions="100x50" src="/user_uploads/thumbnail/2/ab/dance.gif/840x560-anim.webp"></a></div>',
    },
    {
      name: 'preview: a picture that browsers cannot show',
      source: '[photo.heic](/user_uploads/2/ab/photo.heic)',
      html: '<p><a href="/user_uploads/2/ab/photo.heic">photo.heic</a></p>\n<div class="message_inline_image"><a href="/user_uploads/2/ab/photo.heic" title="photo.heic"><img data-original-content-type="image/heic" data-original-dimensions="4032x3024" data-transcoded-image="4032x3024.webp" src="/user_uploads/thumbnail/2/ab/photo.heic/840x560.webp"></a></div>',
    },
    {
      name: 'preview: a picture that is lost',
      source: '[gone.png](/user_uploads/2/ab/gone.png)',
      html: '<p><a href="/user_uploads/2/ab/gone.png">gone.png</a></p>\n<div class="message_inline_image"><a href="/user_uploads/2/ab/gone.png" title="gone.png"><img data-original-content-type="image/png" data-original-dimensions="1x1" src="/static/images/errors/image-not-exist.png"></a></div>',
    },
    {
      name: 'preview: an upload that is no picture',
      source: '[notes.txt](/user_uploads/2/ab/notes.txt)',
      html: '<p><a href="/user_uploads/2/ab/notes.txt">notes.txt</a></p>',
      says: { hasImage: false, attachments: ['2/ab/notes.txt'] },
    },
    {
      name: 'preview: an upload that does not exist',
      source: '[x.png](/user_uploads/2/ab/x.png)',
      html: '<p><a href="/user_uploads/2/ab/x.png">x.png</a></p>',
      says: { hasImage: false, attachments: ['2/ab/x.png'] },
    },
    {
      name: 'preview: a picture in the text',
      source: 'before ![a cat](/user_uploads/2/ab/cat.png) after',
      html: '<p>before <img alt="a cat" class="inline-image" data-original-content-type="image/png" data-original-dimensions="800x600" data-original-src="/user_uploads/2/ab/cat.png" src="/user_uploads/thumbnail/2/ab/cat.png/840x560.webp"> after</p>',
      says: { hasImage: true },
      shown: true,
    },
    {
      name: 'preview: a picture in the text that is still made smaller',
      source: '![a](/user_uploads/2/ab/new.png)',
      html: '<p><img alt="a" class="inline-image image-loading-placeholder" data-original-content-type="image/png" data-original-dimensions="800x600" data-original-src="/user_uploads/2/ab/new.png" src="/static/images/loading/loader-black.svg"></p>',
    },
    {
      name: 'preview: a picture in the text without words',
      source: '![](/user_uploads/2/ab/dance.gif)',
      html: '<p><img alt="" class="inline-image" data-animated="true" data-original-content-type="image/gif" data-original-dimensions="100x50" data-original-src="/user_uploads/2/ab/dance.gif" src="/user_uploads/thumbnail/2/ab/dance.gif/840x560-anim.webp"></p>',
    },
    {
      name: 'preview: words with HTML in them',
      source: '![<b>"x"</b>](/user_uploads/2/ab/cat.png)',
      html: '<p><img alt="&lt;b&gt;&quot;x&quot;&lt;/b&gt;" class="inline-image" data-original-content-type="image/png" data-original-dimensions="800x600" data-original-src="/user_uploads/2/ab/cat.png" src="/user_uploads/thumbnail/2/ab/cat.png/840x560.webp"></p>',
    },
    {
      name: 'preview: a foreign picture in the text',
      source: '![a](https://example.com/a.png)',
      html: '<p>!<a href="https://example.com/a.png">a</a></p>\n<div class="message_inline_image"><a href="https://example.com/a.png" title="a"><img src="/external_content/https%3A%2F%2Fexample.com%2Fa.png"></a></div>',
    },
    {
      name: 'preview: a file in the text that is no picture',
      source: '![a](/user_uploads/2/ab/notes.txt)',
      html: '<p>!<a href="/user_uploads/2/ab/notes.txt">a</a></p>',
    },
    {
      name: 'preview: a picture in the text of a link',
      source: '[![a](https://example.com/a.png)](https://example.org)',
      html: '<p><a href="https://example.org">![a](https://example.com/a.png)</a></p>',
    },
    {
      name: 'preview: a sound',
      source: '![a song](/user_uploads/2/ab/song.mp3)',
      html: '<p><audio controls preload="metadata" src="/user_uploads/2/ab/song.mp3" title="a song"></audio></p>',
      says: { hasImage: false },
      shown: true,
    },
    {
      name: 'preview: a foreign sound',
      source: '![a song](https://example.com/song.mp3)',
      html: '<p><audio controls data-original-url="https://example.com/song.mp3" preload="metadata" src="/external_content/https%3A%2F%2Fexample.com%2Fsong.mp3" title="a song"></audio></p>',
    },
    {
      name: 'preview: an uploaded video',
      source: '[clip.mp4](/user_uploads/2/ab/clip.mp4)',
      html: '<p><a href="/user_uploads/2/ab/clip.mp4">clip.mp4</a></p>\n<div class="message_inline_image message_inline_video"><a href="/user_uploads/2/ab/clip.mp4" title="clip.mp4"><video preload="metadata" src="/user_uploads/2/ab/clip.mp4"></video></a></div>',
      says: { hasImage: false },
      shown: true,
    },
    {
      name: 'preview: a foreign video',
      source: 'https://example.com/clip.webm',
      html: '<div class="message_inline_image message_inline_video"><a href="https://example.com/clip.webm"><video preload="metadata" src="/external_content/https%3A%2F%2Fexample.com%2Fclip.webm"></video></a></div>',
    },
    {
      name: 'preview: a foreign picture',
      source: 'https://example.com/a.png',
      html: '<div class="message_inline_image"><a href="https://example.com/a.png"><img src="/external_content/https%3A%2F%2Fexample.com%2Fa.png"></a></div>',
      says: { hasImage: true },
      shown: true,
    },
    {
      name: 'preview: a foreign picture with a question',
      source: 'https://example.com/a.JPG?x=1&y=2',
      html: '<div class="message_inline_image"><a href="https://example.com/a.JPG?x=1&amp;y=2"><img src="/external_content/https%3A%2F%2Fexample.com%2Fa.JPG%3Fx%3D1%26y%3D2"></a></div>',
    },
    {
      name: 'preview: a foreign picture with text',
      source: '[a picture](https://example.com/a.png)',
      html: '<p><a href="https://example.com/a.png">a picture</a></p>\n<div class="message_inline_image"><a href="https://example.com/a.png" title="a picture"><img src="/external_content/https%3A%2F%2Fexample.com%2Fa.png"></a></div>',
    },
    {
      name: 'preview: a foreign picture in a sentence',
      source: 'see https://example.com/a.png there',
      html: '<p>see <a href="https://example.com/a.png">https://example.com/a.png</a> there</p>\n<div class="message_inline_image"><a href="https://example.com/a.png"><img src="/external_content/https%3A%2F%2Fexample.com%2Fa.png"></a></div>',
    },
    {
      name: 'preview: an address that only looks so',
      source: 'https://example.png https://example.com/?a.png https://example.com/a.pngx',
      html: '<p><a href="https://example.png">https://example.png</a> <a href="https://example.com/?a.png">https://example.com/?a.png</a> <a href="https://example.com/a.pngx">https://example.com/a.pngx</a></p>',
    },
    {
      name: 'preview: a picture without a scheme',
      source: 'example.com/a.png',
      html: '<div class="message_inline_image"><a href="http://example.com/a.png"><img src="/external_content/http%3A%2F%2Fexample.com%2Fa.png"></a></div>',
    },
    {
      name: 'preview: two pictures',
      source: 'https://example.com/a.png\nhttps://example.com/b.gif',
      html: '<p><a href="https://example.com/a.png">https://example.com/a.png</a><br>\n<a href="https://example.com/b.gif">https://example.com/b.gif</a></p>\n<div class="message_inline_image"><a href="https://example.com/a.png"><img src="/external_content/https%3A%2F%2Fexample.com%2Fa.png"></a></div>\n<div class="message_inline_image"><a href="https://example.com/b.gif"><img src="/external_content/https%3A%2F%2Fexample.com%2Fb.gif"></a></div>',
    },
    {
      name: 'preview: two pictures in two paragraphs',
      source: 'https://example.com/a.png\n\nhttps://example.com/b.gif',
      html: '<div class="message_inline_image"><a href="https://example.com/a.png"><img src="/external_content/https%3A%2F%2Fexample.com%2Fa.png"></a></div>\n<div class="message_inline_image"><a href="https://example.com/b.gif"><img src="/external_content/https%3A%2F%2Fexample.com%2Fb.gif"></a></div>',
    },
    {
      name: 'preview: a picture twice',
      source: 'https://example.com/a.png\n\nand https://example.com/a.png',
      html: '<div class="message_inline_image"><a href="https://example.com/a.png"><img src="/external_content/https%3A%2F%2Fexample.com%2Fa.png"></a></div>\n<p>and <a href="https://example.com/a.png">https://example.com/a.png</a></p>',
    },
    {
      name: 'preview: a picture in a list',
      source: '* https://example.com/a.png\n* x https://example.com/b.png',
      html: '<ul>\n<li>\n<div class="message_inline_image"><a href="https://example.com/a.png"><img src="/external_content/https%3A%2F%2Fexample.com%2Fa.png"></a></div>\n</li>\n<li>x <a href="https://example.com/b.png">https://example.com/b.png</a>\n<div class="message_inline_image"><a href="https://example.com/b.png"><img src="/external_content/https%3A%2F%2Fexample.com%2Fb.png"></a></div>\n</li>\n</ul>',
    },
    {
      name: 'preview: a picture in a heading',
      source: '# https://example.com/a.png',
      html: '<h1><a href="https://example.com/a.png">https://example.com/a.png</a></h1>\n<div class="message_inline_image"><a href="https://example.com/a.png"><img src="/external_content/https%3A%2F%2Fexample.com%2Fa.png"></a></div>',
    },
    {
      name: 'preview: a picture in a table',
      source: '| a |\n|---|\n| https://example.com/a.png |\n\nafter',
      html: '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><a href="https://example.com/a.png">https://example.com/a.png</a></td>\n</tr>\n</tbody>\n</table>\n<div class="message_inline_image"><a href="https://example.com/a.png"><img src="/external_content/https%3A%2F%2Fexample.com%2Fa.png"></a></div>\n<p>after</p>',
    },
    {
      name: 'preview: a picture in a quotation',
      source: '> https://example.com/a.png',
      html: '<blockquote>\n<p><a href="https://example.com/a.png">https://example.com/a.png</a></p>\n</blockquote>',
      says: { hasImage: false },
    },
    {
      name: 'preview: a picture in a quotation and outside',
      source: '> https://example.com/a.png\n\nhttps://example.com/a.png',
      html: '<blockquote>\n<p><a href="https://example.com/a.png">https://example.com/a.png</a></p>\n</blockquote>\n<div class="message_inline_image"><a href="https://example.com/a.png"><img src="/external_content/https%3A%2F%2Fexample.com%2Fa.png"></a></div>',
    },
    {
      name: 'preview: a picture in a spoiler',
      source: '```spoiler x\nhttps://example.com/a.png\n```',
      html: '<div class="spoiler-block"><div class="spoiler-header">\n<p>x</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<div class="message_inline_image"><a href="https://example.com/a.png"><img src="/external_content/https%3A%2F%2Fexample.com%2Fa.png"></a></div>\n</div></div>',
    },
    {
      name: 'preview: a picture in code',
      source: '`https://example.com/a.png`',
      html: '<p><code>https://example.com/a.png</code></p>',
      says: { hasImage: false },
    },
    {
      name: 'preview: pictures where none are wanted',
      source: 'https://example.com/a.png',
      html: '<p><a href="https://example.com/a.png">https://example.com/a.png</a></p>',
      says: { hasImage: false },
      world: withoutPreviews,
    },
    {
      name: 'preview: pictures in the text where none are wanted',
      source: '![a](/user_uploads/2/ab/cat.png)',
      html: '<p>!<a href="/user_uploads/2/ab/cat.png">a</a></p>',
      world: withoutPreviews,
    },
    {
      name: 'preview: pictures that cannot be fetched',
      source: 'https://example.com/a.png',
      html: '<p><a href="https://example.com/a.png">https://example.com/a.png</a></p>',
      world: withoutProxy,
    },
    {
      name: 'preview: a video of a known site',
      source: 'https://www.youtube.com/watch?v=hx1mjT73xYE',
      html: '<p><a href="https://www.youtube.com/watch?v=hx1mjT73xYE">https://www.youtube.com/watch?v=hx1mjT73xYE</a></p>\n<div class="youtube-video message_inline_image"><a data-id="hx1mjT73xYE" href="https://www.youtube.com/watch?v=hx1mjT73xYE"><img src="/external_content/https%3A%2F%2Fi.ytimg.com%2Fvi%2Fhx1mjT73xYE%2Fmqdefault.jpg"></a></div>',
      says: { hasImage: true },
      shown: true,
    },
    {
      name: 'preview: a video by its short address',
      source: 'https://youtu.be/hx1mjT73xYE?t=10',
      html: '<p><a href="https://youtu.be/hx1mjT73xYE?t=10">https://youtu.be/hx1mjT73xYE?t=10</a></p>\n<div class="youtube-video message_inline_image"><a data-id="hx1mjT73xYE" href="https://youtu.be/hx1mjT73xYE?t=10"><img src="/external_content/https%3A%2F%2Fi.ytimg.com%2Fvi%2Fhx1mjT73xYE%2Fmqdefault.jpg"></a></div>',
    },
    {
      name: 'preview: a video by its other addresses',
      source: 'https://youtube.com/shorts/hx1mjT73xYE and https://www.youtube.com/embed/abcdefghijk',
      html: '<p><a href="https://youtube.com/shorts/hx1mjT73xYE">https://youtube.com/shorts/hx1mjT73xYE</a> and <a href="https://www.youtube.com/embed/abcdefghijk">https://www.youtube.com/embed/abcdefghijk</a></p>\n<div class="youtube-video message_inline_image"><a data-id="hx1mjT73xYE" href="https://youtube.com/shorts/hx1mjT73xYE"><img src="/external_content/https%3A%2F%2Fi.ytimg.com%2Fvi%2Fhx1mjT73xYE%2Fmqdefault.jpg"></a></div>\n<div class="youtube-video message_inline_image"><a data-id="abcdefghijk" href="https://www.youtube.com/embed/abcdefghijk"><img src="/external_content/https%3A%2F%2Fi.ytimg.com%2Fvi%2Fabcdefghijk%2Fmqdefault.jpg"></a></div>',
    },
    {
      name: 'preview: a video among other values',
      source: 'https://www.youtube.com/watch?list=PL1&v=hx1mjT73xYE',
      html: '<p><a href="https://www.youtube.com/watch?list=PL1&amp;v=hx1mjT73xYE">https://www.youtube.com/watch?list=PL1&amp;v=hx1mjT73xYE</a></p>\n<div class="youtube-video message_inline_image"><a data-id="hx1mjT73xYE" href="https://www.youtube.com/watch?list=PL1&amp;v=hx1mjT73xYE"><img src="/external_content/https%3A%2F%2Fi.ytimg.com%2Fvi%2Fhx1mjT73xYE%2Fmqdefault.jpg"></a></div>',
    },
    {
      name: 'preview: another page of the site',
      source: 'https://www.youtube.com/feed/library https://www.youtube.com/watch?v=short',
      html: '<p><a href="https://www.youtube.com/feed/library">https://www.youtube.com/feed/library</a> <a href="https://www.youtube.com/watch?v=short">https://www.youtube.com/watch?v=short</a></p>',
    },
    {
      name: 'preview: a page that describes itself',
      source: 'https://example.com/page',
      html: '<p><a href="https://example.com/page">https://example.com/page</a></p>\n<div class="message_embed"><a class="message_embed_image" href="https://example.com/page" style="background-image: url(&quot;/external_content/https%3A%2F%2Fexample.com%2Fcover.png&quot;)"></a><div class="data-container"><div class="message_embed_title"><a href="https://example.com/page" title="A page &amp; more">A page &amp; more</a></div><div class="message_embed_description">About &lt;b&gt;things&lt;/b&gt;</div></div></div>',
      world: withPage,
    },
    {
      name: 'preview: a page that describes itself badly',
      source: 'https://example.com/page',
      html: '<p><a href="https://example.com/page">https://example.com/page</a></p>\n<div class="message_embed"><a class="message_embed_image" href="https://example.com/page" style="background-image: url(&quot;/proxied/https://example.com/a.png%22%29;color:red;%28%22%5C&quot;)"></a><div class="data-container"><div class="message_embed_title"><a href="https://example.com/page" title="&quot;&gt;&lt;script&gt;">"&gt;&lt;script&gt;</a></div></div></div>',
      world: withBadPage,
    },
    {
      name: 'preview: a page with a picture only',
      source: 'https://example.com/page',
      html: '<p><a href="https://example.com/page">https://example.com/page</a></p>\n<div class="message_embed"><a class="message_embed_image" href="https://example.com/page" style="background-image: url(&quot;/external_content/https%3A%2F%2Fexample.com%2Fx.png&quot;)"></a><div class="data-container"></div></div>',
      world: withBarePage,
    },
    {
      name: 'preview: a video that another site offers',
      source: 'https://example.com/video',
      html: '<p><a href="https://example.com/video">https://example.com/video</a></p>\n<div class="embed-video message_inline_image"><a data-id="&lt;iframe src=&quot;https://player.example.com/1&quot;&gt;&lt;/iframe&gt;" href="https://example.com/video" title="A video"><img src="/external_content/https%3A%2F%2Fexample.com%2Fstill.jpg"></a></div>',
      world: withVideo,
    },
  ],
}
