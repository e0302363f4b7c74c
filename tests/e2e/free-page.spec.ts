import { expect, findVideo, test } from './fixtures.ts';
import { fillStudio, findStudio, makeVideoFile, noVideo } from './studio-page.ts';

test.describe('the free page', () => {
  test('says what Benshi does, what happens to a video, and where to sign in', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your video, told aloud');
    await expect(page.getByRole('region', { name: 'Your privacy' })).toContainText(
      'Your video is never stored.',
    );
    await expect(page.getByText('Better voices are available in a pricing plan.')).toBeVisible();
    await page.getByRole('button', { name: 'Sign in / Sign up' }).click();
    await expect(page.getByRole('dialog', { name: 'Login' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Sign in / Sign up' })).toBeFocused();
  });

  test('says plainly what the offline engine cannot do', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByText('describes light, colour and movement only')).toBeVisible();
    await expect(page.getByText('does not follow what your wish asks for')).toBeVisible();
    await expect(page.getByText('nothing is passed on to anybody else')).toBeVisible();
  });

  test('offers 28 languages with English chosen, and five voices with none chosen', async ({ page }) => {
    await page.goto('/');
    const { language, voice } = findStudio(page);
    await expect(language.getByRole('option')).toHaveCount(28);
    await expect(language).toHaveValue('English');
    await expect(voice.getByRole('option')).toHaveText([
      'Select a voice',
      'fable',
      'alloy',
      'onyx',
      'nova',
      'shimmer',
    ]);
    await expect(voice).toHaveValue('');
  });

  test('fetches nothing from elsewhere, and the media code only for a video', async ({ page, server }) => {
    const addresses: string[] = [];
    page.on('request', request => addresses.push(request.url()));
    await page.goto('/');
    await expect(page.getByText('Offline engine in use.')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(addresses.filter(address => new URL(address).port !== String(server.port))).toEqual([]);
    expect(addresses.filter(address => /read-pictures|free-script|sample\.mp3/.test(address))).toEqual([]);
    await findStudio(page).upload.setInputFiles(await makeVideoFile());
    await expect(page.getByText('0:04')).toBeVisible();
    expect(addresses.filter(address => /read-pictures/.test(address))).toHaveLength(1);
  });

  test('serves no source maps', async ({ page, request }) => {
    await page.goto('/');
    const script = await page.locator('script[type="module"]').getAttribute('src');
    expect((await request.get(`${script}.map`)).status()).toBe(404);
  });
});

test.describe('the video', () => {
  test('is shown with its name, length and a preview that plays', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByText('Upload Video')).toBeVisible();
    const { upload, preview } = findStudio(page);
    await upload.setInputFiles(await makeVideoFile('holiday.mp4'));
    await expect(page.getByText('holiday.mp4')).toBeVisible();
    await expect(page.getByText('0:04 · 320 × 180')).toBeVisible();
    await expect(preview).toHaveAttribute('src', /^blob:/);
    await expect.poll(() => preview.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(320);
  });

  test('can be dropped on the screen', async ({ page }) => {
    await page.goto('/');
    const { buffer } = await makeVideoFile();
    const files = await page.evaluateHandle(
      bytes => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(bytes)], 'dropped.mp4', { type: 'video/mp4' }));
        return transfer;
      },
      [...buffer],
    );
    await page.getByText('or drop a video here').dispatchEvent('drop', { dataTransfer: files });
    await expect(page.getByText('dropped.mp4')).toBeVisible();
  });

  test('is refused with a sentence when it is something else', async ({ page }) => {
    await page.goto('/');
    const { upload, problem, preview } = findStudio(page);
    await upload.setInputFiles(noVideo);
    await expect(problem).toHaveText(/“package\.json” is not a video\. Please choose a video file/);
    await upload.setInputFiles({
      name: 'lie.mp4',
      mimeType: 'video/mp4',
      buffer: Buffer.from('not a video'),
    });
    await expect(problem).toContainText('This file could not be read as a video.');
    await expect(preview).toHaveCount(0);
  });

  test('that is let go beside the screen does not take the page away', async ({ page }) => {
    await page.goto('/');
    const isTaken = (kind: 'file' | 'text') =>
      page.getByRole('heading', { level: 1 }).evaluate((heading, given) => {
        const dataTransfer = new DataTransfer();
        if (given === 'file') dataTransfer.items.add(new File(['x'], 'holiday.mp4', { type: 'video/mp4' }));
        else dataTransfer.setData('text/plain', 'A wish.');
        return !heading.dispatchEvent(
          new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }),
        );
      }, kind);
    expect(await isTaken('file')).toBe(true);
    expect(await isTaken('text')).toBe(false);
  });

  test('is not narrated while another one is being opened', async ({ page }) => {
    await page.goto('/');
    const studio = findStudio(page);
    await fillStudio(studio);
    await expect(studio.generateNarration).toBeEnabled();
    // A file whose bytes do not come, as from a slow network drive.
    await page.evaluate(() => {
      Blob.prototype.stream = () => new ReadableStream();
      Blob.prototype.arrayBuffer = () => new Promise(() => {});
    });
    await studio.upload.setInputFiles(await makeVideoFile('next.mp4'));
    await expect(page.getByText('Opening next.mp4 …')).toBeVisible();
    await expect(studio.generateNarration).toBeDisabled();
  });

  test('stays when the next file is refused', async ({ page }) => {
    await page.goto('/');
    const { upload, problem, preview } = findStudio(page);
    await upload.setInputFiles(await makeVideoFile('good.mp4'));
    await expect(preview).toBeVisible();
    await upload.setInputFiles(noVideo);
    await expect(problem).toBeVisible();
    await expect(page.getByText('good.mp4')).toBeVisible();
  });

  test('without a picture is refused as such', async ({ page }) => {
    const soundOnly = findVideo('sound-only-ac3.mp4');
    test.skip(!soundOnly, 'the folder of real videos is not here');
    await page.goto('/');
    const { upload, problem } = findStudio(page);
    await upload.setInputFiles(soundOnly as string);
    await expect(problem).toHaveText(/sound but no picture/);
  });

  test('waits for the part of the page that reads it, and a reload brings it', async ({
    page,
    complaints,
  }) => {
    await page.goto('/');
    const { upload, problem, wish } = findStudio(page);
    await wish.fill('Kept for later.');
    await page.route(/read-pictures.*\.js/, route => route.abort());
    await upload.setInputFiles(await makeVideoFile());
    await expect(problem).toContainText('Loading chunk "video reader" failed');
    await page.unroute(/read-pictures.*\.js/);
    await problem.getByRole('button', { name: 'Reload the page' }).click();
    await expect(wish).toHaveValue('Kept for later.');
    await upload.setInputFiles(await makeVideoFile('again.mp4'));
    await expect(page.getByText('0:04 · 320 × 180')).toBeVisible();
    complaints.length = 0;
  });

  test('that the browser cannot show is still taken, and the page says so', async ({ page }) => {
    const hevc = findVideo('hevc.mp4');
    test.skip(!hevc, 'the folder of real videos is not here');
    await page.goto('/');
    await findStudio(page).upload.setInputFiles(hevc as string);
    await expect(page.getByText('hevc.mp4')).toBeVisible();
    await expect(page.getByText('It can be narrated all the same.')).toBeVisible();
  });
});

test.describe('Generate Narration', () => {
  test('waits for a video, a wish and a voice, and the line says for what', async ({ page }) => {
    await page.goto('/');
    const { upload, wish, voice, generateNarration } = findStudio(page);
    await expect(page.getByText('To begin, choose a video, write a wish, and pick a voice.')).toBeVisible();
    await expect(generateNarration).toBeDisabled();
    await upload.setInputFiles(await makeVideoFile());
    await expect(page.getByText('To begin, write a wish and pick a voice.')).toBeVisible();
    await expect(generateNarration).toBeDisabled();
    await wish.fill('   ');
    await voice.selectOption('onyx');
    await expect(generateNarration).toBeDisabled();
    await wish.fill('Tell it calmly.');
    await expect(page.getByText('Ready to begin.')).toBeVisible();
    await expect(generateNarration).toBeEnabled();
    await voice.selectOption('');
    await expect(generateNarration).toBeDisabled();
  });

  test('does not slide for people who want less motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    const fill = findStudio(page).progress.locator('> *');
    await expect(fill).toHaveCSS('transition-duration', '1e-05s');
  });

  test('has a bar 20 px tall, pale yellow on the way and peach at 100', async ({ page }) => {
    await page.goto('/');
    const studio = findStudio(page);
    expect((await studio.progress.boundingBox())?.height).toBe(20);
    const fill = studio.progress.locator('div');
    await expect(fill).toHaveCSS('background-color', 'rgb(249, 236, 170)');
    await fillStudio(studio);
    await studio.generateNarration.click();
    await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
    await expect(fill).toHaveCSS('background-color', 'rgb(247, 181, 141)');
  });
});

test.describe('the script and its sound', () => {
  test('editing hides the download until it is spoken again', async ({ page }) => {
    await page.goto('/');
    const studio = findStudio(page);
    await fillStudio(studio);
    await studio.generateNarration.click();
    await expect(studio.script).not.toHaveValue('');
    await expect(studio.script).toBeEditable();
    await expect(studio.script).toHaveAttribute('lang', 'en');
    await expect(studio.script).toHaveAttribute('dir', 'auto');
    await expect(studio.download).toBeHidden();

    await studio.generateAudio.click();
    await expect(studio.download).toHaveAttribute('download', 'narration.mp3');
    await expect(studio.player).toBeVisible();

    await studio.script.fill('Another text, written by hand.');
    await expect(studio.download).toBeHidden();
    await expect(studio.player).toBeHidden();
    await studio.generateAudio.click();
    await expect(studio.download).toBeVisible();
    await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
  });

  test('need a script and a voice, and say so beside the button', async ({ page }) => {
    await page.goto('/');
    const { generateAudio, problem, script, voice, download } = findStudio(page);
    await generateAudio.click();
    await expect(problem).toHaveText(/There is no script yet/);
    await script.fill('A script of my own, with no video at all.');
    await generateAudio.click();
    await expect(problem).toHaveText('Please select a voice first.');
    await voice.selectOption('fable');
    await generateAudio.click();
    await expect(download).toBeVisible();
    await expect(problem).toHaveCount(0);
  });

  test('outlive a reload together with wish, language and voice', async ({ page }) => {
    await page.goto('/');
    const { wish, language, voice, script } = findStudio(page);
    await wish.fill('For my grandmother.');
    await language.selectOption('Greek');
    await voice.selectOption('shimmer');
    await script.fill('Καλημέρα σε όλους.');
    await page.reload();
    await expect(wish).toHaveValue('For my grandmother.');
    await expect(language).toHaveValue('Greek');
    await expect(voice).toHaveValue('shimmer');
    await expect(script).toHaveValue('Καλημέρα σε όλους.');
  });
});

test.describe('around the studio', () => {
  test('feedback is checked, sent and thanked for', async ({ page }) => {
    await page.goto('/');
    const form = page.getByRole('region', { name: 'Tell us how it went' });
    await form.getByRole('button', { name: 'Send feedback' }).click();
    await expect(form.getByText('Please write a message.')).toBeVisible();
    await form.getByLabel('Message').fill('It told my film better than I could.');
    await form.getByLabel('E-mail').fill('nobody');
    await form.getByRole('button', { name: 'Send feedback' }).click();
    await expect(form.getByText('Please write a valid e-mail address, or none.')).toBeVisible();
    await form.getByLabel('E-mail').fill('');
    await form.getByRole('radio', { name: '5 of 5' }).press('Space');
    await form.getByRole('button', { name: 'Send feedback' }).click();
    await expect(form.getByText('Thank you. It has arrived.')).toBeVisible();
    await expect(form.getByLabel('Message')).toHaveValue('');
  });

  test('an unknown address ends on the error page', async ({ page, complaints }) => {
    await page.goto('/no/such/place');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
    await expect(page.getByText('404 Not Found')).toBeVisible();
    await page.getByRole('link', { name: 'To the start' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your video, told aloud');
    // The browser itself writes the status of the page into its console.
    complaints.splice(0, complaints.length, ...complaints.filter(text => !text.includes('404')));
  });

  test('a part of the page that does not load says so and offers a reload', async ({ page, complaints }) => {
    await page.goto('/');
    await page.route(/login-form.*\.js/, route => route.abort());
    await page.getByRole('button', { name: 'Sign in / Sign up' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
    await expect(page.getByText(/Loading chunk "login" failed/)).toBeVisible();
    await page.unroute(/login-form.*\.js/);
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await page.getByRole('button', { name: 'Sign in / Sign up' }).click();
    await expect(page.getByLabel('E-mail Address')).toBeVisible();
    complaints.length = 0;
  });
});
