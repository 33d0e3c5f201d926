console.log('quillboard');
