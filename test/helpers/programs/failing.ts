// Fails when it is started.
throw new Error('the last words');
